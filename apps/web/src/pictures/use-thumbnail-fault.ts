import type { AssetJob } from '@media-library/client'
import { useQuery } from '@tanstack/react-query'
import { useService } from '../service/service.js'
import type { Picture } from './picture.js'

/** Returns the failed job because of which a picture of the caller has no thumbnail; undefined when there is none. */
export function useThumbnailFault({ id, hasThumbnail }: Picture): AssetJob | undefined {
  const { queries } = useService()
  const { data } = useQuery({
    ...queries.jobs({ name: 'regenerate-thumbnail', state: 'failed' }),
    enabled: !hasThumbnail,
    select: (jobs) => jobs.find(({ assetId }) => assetId === id),
  })
  return data
}
