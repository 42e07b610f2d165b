import { test } from 'vitest'
import { expectAccessible } from '../support/axe.js'
import { describeJourney } from '../support/journey.js'

describeJourney('quality', (journey) => {
  test.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 3840 },
  ] as const)('axe finds nothing on any view, $scheme and $width pixels wide', (look) =>
    expectAccessible(journey, look),
  )
})
