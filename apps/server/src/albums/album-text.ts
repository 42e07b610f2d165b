import type { Album } from '@media-library/contract'
import { jsonText } from '../answers/json-text.js'
import type { AssetPieces } from '../assets/asset-pieces.js'

/** Combines an album with its assets, which already are JSON, to the body of a response. */
export function albumText(album: Omit<Album, 'assets'>, assets: string | AssetPieces): Album {
  return jsonText(`${JSON.stringify(album).slice(0, -1)},"assets":[`, assets, ']}')
}
