export { createFakeService, type FakeService } from './fake-service.js'
export { aFace, anAlbum, anAsset, aPerson, aProblem, aTag, aUser, createFixtures, type Fixtures } from './fixtures.js'
export type { FakeUser, QueuedJob } from './store.js'
