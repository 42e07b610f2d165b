import type { Album } from '@media-library/contract'
import type { AssetPieces } from '../../repositories/asset/asset-pieces.js'
import { jsonText } from './json-text.js'

/** Combines an album with its assets, which already are JSON, to the body of a response. */
export function albumText(album: Omit<Album, 'assets'>, assets: string | AssetPieces): Album {
  return jsonText(`${JSON.stringify(album).slice(0, -1)},"assets":[`, assets, ']}')
}
