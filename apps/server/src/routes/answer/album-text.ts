import type { Album } from '@media-library/contract'
import type { AssetPieces } from '../../repositories/asset/asset-pieces.js'
import { jsonText } from './json-text.js'

/** An album with its assets, which are JSON already, as the body of an answer. */
export function albumText(album: Omit<Album, 'assets'>, assets: string | AssetPieces): Album {
  return jsonText(`${JSON.stringify(album).slice(0, -1)},"assets":[`, assets, ']}')
}
