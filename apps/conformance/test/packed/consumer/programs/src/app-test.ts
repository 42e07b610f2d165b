import { createClient } from '@media-library/client'
import { createFakeService } from '@media-library/client/testing'

const service = createFakeService()
const tag = service.addTag({ assetIds: [service.addAsset().id] })
const { items: assets } = await createClient(service.options).getTagAssets(tag.id)

if (assets.length !== 1) throw new Error(`The tag has one asset, and ${assets.length} were listed.`)
