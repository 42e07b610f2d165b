import { expect, test } from 'vitest'
import { readCoordinates } from '../../src/corrections/coordinates.js'

const lisbon = { latitude: 38.7223, longitude: -9.1393 }

test.each([
  ['38.7223, -9.1393', lisbon],
  ['38.7223 -9.1393', lisbon],
  ['38,7223; −9,1393', lisbon],
  ['38,7223° N, 9,1393° W', lisbon],
  ['38.7223N 9.1393W', lisbon],
  ['33.85 s, 151.21 e', { latitude: -33.85, longitude: 151.21 }],
  ['https://www.google.com/maps/@38.7223,-9.1393,15z', lisbon],
  ['https://www.openstreetmap.org/?mlat=38.7223&mlon=-9.1393#map=15/1.5/2.5', lisbon],
  ['https://www.openstreetmap.org/#map=15/38.7223/-9.1393', lisbon],
  ['https://maps.apple.com/?ll=38.7223,-9.1393', lisbon],
  ['0, 0', { latitude: 0, longitude: 0 }],
])('%s is a place', (text, place) => {
  expect(readCoordinates(text)).toEqual(place)
})

test.each(['', 'Lisbon', '38.7223', '91, 0', '0, 181', '9 W, 38 N', '1, 2, 3', '38.7223,'])(
  '%s is no place',
  (text) => {
    expect(readCoordinates(text)).toBe(null)
  },
)
