import { createPlaces } from '@media-library/media'
import { expect, test } from 'vitest'

const places = createPlaces()

test.each([
  ['the Eiffel Tower', 48.8577, 2.295, 'Paris', 'Île-de-France', 'France'],
  ['Versailles, a town beside a greater one', 48.8049, 2.1204, 'Versailles', 'Île-de-France', 'France'],
  ['Sylt, an island', 54.9, 8.3, 'Westerland', 'Schleswig-Holstein', 'Germany'],
  ['Strasbourg, west of the Rhine', 48.5734, 7.7521, 'Strasbourg', 'Grand Est', 'France'],
  ['Kehl, east of the Rhine', 48.5726, 7.8157, 'Kehl', 'Baden-Wurttemberg', 'Germany'],
  ['the Vatican, a country in a city', 41.9022, 12.4533, 'Vatican City', null, 'Vatican City'],
  ['Las Palmas, far from its mainland', 28.1248, -15.43, 'Las Palmas de Gran Canaria', 'Canary Islands', 'Spain'],
  ['the Golden Gate', 37.8199, -122.4783, 'San Francisco', 'California', 'United States'],
  ['Niagara, north of the falls', 43.0799, -79.0747, 'Niagara Falls', 'Ontario', 'Canada'],
  ['Niagara, south of the falls', 43.0865, -79.0687, 'Niagara Falls', 'New York', 'United States'],
  ['Waikiki', 21.2767, -157.8275, 'Honolulu', 'Hawaii', 'United States'],
  ['the Corcovado', -22.9519, -43.2105, 'Rio de Janeiro', 'Rio de Janeiro', 'Brazil'],
  ['the Great Pyramid', 29.9792, 31.1342, 'Giza', 'Giza', 'Egypt'],
  ['Table Mountain', -33.9628, 18.4098, 'Cape Town', 'Western Cape', 'South Africa'],
  ['Réunion, a territory of its own code', -20.8789, 55.4481, 'Saint-Denis', 'Réunion', 'Réunion'],
  ['the Taj Mahal', 27.1751, 78.0421, 'Agra', 'Uttar Pradesh', 'India'],
  ['the Forbidden City', 39.9163, 116.3972, 'Beijing', 'Beijing', 'China'],
  ['Hanoi', 21.0287, 105.8524, 'Hanoi', 'Hanoi', 'Vietnam'],
  ['the Sydney Opera', -33.8568, 151.2153, 'Sydney', 'New South Wales', 'Australia'],
  ['Brighton Pier, over the sea', 50.8169, -0.1367, 'Brighton', 'England', 'United Kingdom'],
  ['Tromsø, in a county that no longer exists', 69.65, 18.96, 'Tromsø', 'Troms og Finnmark', 'Norway'],
  ['Kyrenia, in northern Cyprus', 35.3364, 33.3199, 'Kyrenia', null, 'Cyprus'],
  ['Laayoune, in Western Sahara', 27.1536, -13.2033, 'Laayoune', null, 'Western Sahara'],
  ['Yalta, in Crimea', 44.4952, 34.1663, 'Yalta', null, 'Ukraine'],
  ['Tornio, which coarse borders put into Sweden', 65.848, 24.147, 'Tornio', 'Lapland', 'Finland'],
  ['Haparanda, its neighbour', 65.835, 24.137, 'Haparanda', 'Norrbotten', 'Sweden'],
  ['Tabatinga, beside Colombia', -4.2525, -69.938, 'Tabatinga', 'Amazonas', 'Brazil'],
  ['Uluru', -25.3444, 131.0369, 'Yulara', 'Northern Territory', 'Australia'],
])('finds %s', async (_, latitude, longitude, city, state, country) => {
  expect(await places.findPlace({ latitude, longitude })).toEqual({ city, state, country })
})

test.each([
  ['a boat off Nice', 43.61, 7.32, null, 'France'],
  ['a boat off Brighton', 50.71, -0.13, null, 'United Kingdom'],
  ['Mont Saint-Michel', 48.636, -1.5115, null, 'France'],
  ['Death Valley', 36.2461, -116.8185, 'California', 'United States'],
  ['Yellowstone', 44.4605, -110.8281, 'Wyoming', 'United States'],
  ['Big Sur', 36.1577, -121.6722, 'California', 'United States'],
  ['Banff', 51.3217, -116.186, 'Alberta', 'Canada'],
  ['Lake Michigan', 43.5, -87, 'Michigan', 'United States'],
  ['the Simpson Desert', -25.5, 137, 'Northern Territory', 'Australia'],
  ['the Gobi, where the nearest places disagree', 43.5, 105.5, null, 'Mongolia'],
])(
  'gives no town to %s, and a state by its borders or by the nearest places',
  async (_, latitude, longitude, state, country) => {
    expect(await places.findPlace({ latitude, longitude })).toEqual({ city: null, state, country })
  },
)

test.each([
  ['the Sahara, far from any town', 23.5, 5, 'Algeria'],
  ['Fiji, west of the antimeridian', -16.8, 179.97, 'Fiji'],
  ['Fiji, on the antimeridian', -16.8, 180, 'Fiji'],
  ['Fiji, on the antimeridian, counted from the other side', -16.8, -180, 'Fiji'],
  ['the South Pole', -90, 0, 'Antarctica'],
  ['the North Pole', 90, 0, null],
  ['the middle of the Atlantic', 30, -40, null],
])('gives no city in %s', async (_, latitude, longitude, country) => {
  expect(await places.findPlace({ latitude, longitude })).toEqual({ city: null, state: null, country })
})
