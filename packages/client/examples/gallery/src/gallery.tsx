import { useQuery } from '@tanstack/react-query'
import type { Library } from './app'

/** The photos of a tag. The browser loads them itself, with the cookie of the session. */
export function Gallery({ client, queries, tagId }: Library & { tagId: string }) {
  const { data: assets, error } = useQuery(queries.assetsWithTag(tagId))
  if (error) return <p role="alert">{error.message}</p>

  return assets?.map((asset) => (
    <img key={asset.id} src={client.thumbnailUrl(asset)} alt={asset.originalFileName} loading="lazy" />
  ))
}
