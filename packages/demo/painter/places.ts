import { type Camera, canon, iphone, nikon, pixel, sony } from './cameras.js'
import type { Canvas } from './drawing/canvas.js'
import type { Hour } from './drawing/light.js'
import { alps } from './scenes/alps.js'
import { bay, bayWithFamily, bayWithPalms } from './scenes/bay.js'
import { dunes } from './scenes/dunes.js'
import { fjord } from './scenes/fjord.js'
import { harbour } from './scenes/harbour.js'
import { lagoon } from './scenes/lagoon.js'
import { mesas } from './scenes/mesas.js'
import { savanna } from './scenes/savanna.js'
import { skyline } from './scenes/skyline.js'
import { volcano } from './scenes/volcano.js'

/** Draws a scene as the inside of an SVG. */
export type Scene = (canvas: Canvas) => string

/** How a photo is held: upright or not, by the EXIF orientation of its pixels; or a view all around. */
export type Shape = 'landscape' | 'portrait6' | 'portrait8' | 'panorama'

export type Medium = 'photo' | 'video' | 'live photo'

export interface Shot {
  name: string
  description: string
  /** Wall clock at the place, `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: string
  hour: Hour
  /** Where the sun or the moon stands, as shares of width and height. */
  sun: [x: number, y: number]
  shape: Shape
  medium: Medium
  scene?: Scene
  /** What it was taken with, when that is not the camera of the place. */
  camera?: Camera
}

export interface Place {
  folder: string
  latitude: number
  longitude: number
  /** Of the wall clock from UTC, `+HH:MM`. */
  offset: string
  tags: string[]
  camera: Camera
  scene: Scene
  shots: Shot[]
}

export const placesOfAda: Place[] = [
  {
    ...{ folder: 'zermatt', latitude: 45.9834, longitude: 7.7616, offset: '+02:00' },
    ...{ tags: ['mountains'], camera: canon, scene: alps },
    shots: [
      shot('first-light', 'First light on the Matterhorn', '2023-07-08T05:52:14', 'dawn', [0.2, 0.44]),
      shot('riffelsee', 'Not a breath of wind at the Riffelsee', '2023-07-08T09:31:40', 'day', [0.16, 0.1]),
      shot(
        'north-face',
        'The north face, late in the afternoon',
        '2023-07-08T18:47:05',
        'golden',
        [0.82, 0.3],
        'portrait6',
      ),
      shot('stars', 'A clear night above the tree line', '2023-07-08T23:20:51', 'night', [0.8, 0.14]),
    ],
  },
  {
    ...{ folder: 'kawaguchiko', latitude: 35.5171, longitude: 138.7518, offset: '+09:00' },
    ...{ tags: ['mountains'], camera: nikon, scene: volcano },
    shots: [
      shot('dawn', 'Mount Fuji before breakfast', '2023-04-06T05:40:22', 'dawn', [0.74, 0.5]),
      shot('cherry-blossom', 'Cherry blossom at Lake Kawaguchi', '2023-04-06T11:05:09', 'day', [0.84, 0.1]),
      shot('north-shore', 'From the north shore', '2023-04-07T16:58:33', 'golden', [0.2, 0.36], 'portrait8'),
      shot('blue-hour', 'Blue hour', '2023-04-07T18:44:57', 'dusk', [0.22, 0.16]),
    ],
  },
  {
    ...{ folder: 'sossusvlei', latitude: -24.7596, longitude: 15.2928, offset: '+02:00' },
    ...{ tags: ['desert'], camera: sony, scene: dunes },
    shots: [
      shot('deadvlei', 'Camel thorns in Deadvlei', '2022-08-19T08:12:45', 'day', [0.12, 0.12]),
      shot('big-daddy', 'The ridge of Big Daddy', '2022-08-19T17:21:30', 'golden', [0.86, 0.26]),
      shot('evening', 'The sand keeps the warmth', '2022-08-19T18:02:11', 'sunset', [0.16, 0.4], 'portrait6'),
      shot('southern-sky', 'Under the southern sky', '2022-08-19T21:45:00', 'night', [0.84, 0.12]),
    ],
  },
  {
    ...{ folder: 'sydney', latitude: -33.8587, longitude: 151.2229, offset: '+11:00' },
    ...{ tags: ['city'], camera: pixel, scene: harbour },
    shots: [
      shot('harbour', "The harbour from Mrs Macquarie's Chair", '2023-01-14T10:26:18', 'day', [0.24, 0.12]),
      shot('ferry', 'From the ferry to Manly', '2023-01-14T18:40:53', 'golden', [0.3, 0.24], 'portrait8'),
      shot('sunset', 'Behind the bridge', '2023-01-14T20:01:37', 'sunset', [0.24, 0.52]),
      shot('lights', 'Lights on the water', '2023-01-15T22:15:44', 'night', [0.36, 0.16]),
    ],
  },
  {
    ...{ folder: 'rio-de-janeiro', latitude: -22.9868, longitude: -43.2048, offset: '-03:00' },
    ...{ tags: ['beach'], camera: pixel, scene: bayWithPalms },
    shots: [
      shot('ipanema', 'A morning at Ipanema', '2023-11-04T09:14:02', 'day', [0.3, 0.14]),
      shot('two-brothers', 'Dois Irmãos from Arpoador', '2023-11-04T17:22:46', 'golden', [0.4, 0.34], 'landscape', bay),
      shot('all-of-us', 'All of us', '2023-11-04T18:02:29', 'sunset', [0.52, 0.5], 'portrait6', bayWithFamily),
      shot('leblon', 'Leblon after dark', '2023-11-05T20:37:15', 'night', [0.5, 0.14], 'landscape', bay),
    ],
  },
  {
    ...{ folder: 'new-york', latitude: 40.7022, longitude: -73.9957, offset: '-04:00' },
    ...{ tags: ['city'], camera: canon, scene: skyline },
    shots: [
      shot('east-river', 'Lower Manhattan over the East River', '2023-10-12T11:48:20', 'day', [0.88, 0.12]),
      shot('pier-1', 'The old piles of Pier 1', '2023-10-12T17:35:51', 'golden', [0.42, 0.3]),
      shot('sunset', 'One more before it gets cold', '2023-10-12T18:19:08', 'sunset', [0.48, 0.4], 'portrait8'),
      shot('night', 'A million windows', '2023-10-13T20:52:36', 'night', [0.46, 0.12]),
    ],
  },
  {
    ...{ folder: 'tromso', latitude: 69.6492, longitude: 18.9553, offset: '+01:00' },
    ...{ tags: ['mountains'], camera: sony, scene: fjord },
    shots: [
      shot('cabins', 'Cabins by the fjord', '2023-02-17T11:36:27', 'day', [0.5, 0.2]),
      shot('short-day', 'A short day ends', '2023-02-17T15:28:13', 'sunset', [0.52, 0.46]),
      shot('northern-lights', 'Northern lights at last', '2023-02-17T22:04:55', 'night', [0.9, 0.08]),
      shot(
        'northern-lights-upright',
        'They filled the whole sky',
        '2023-02-17T22:11:30',
        'night',
        [0.14, 0.06],
        'portrait6',
      ),
    ],
  },
  {
    ...{ folder: 'bora-bora', latitude: -16.5004, longitude: -151.7415, offset: '-10:00' },
    ...{ tags: ['beach'], camera: nikon, scene: lagoon },
    shots: [
      shot('lagoon', 'The lagoon under Mount Otemanu', '2024-05-21T10:50:41', 'day', [0.2, 0.12]),
      shot('palms', 'Palms on the motu', '2024-05-21T12:33:06', 'day', [0.82, 0.1], 'portrait8'),
      shot('sunset', 'Sunset over the reef', '2024-05-21T17:24:59', 'sunset', [0.72, 0.48]),
      shot('huts', 'Lamps in the huts', '2024-05-22T18:41:17', 'dusk', [0.3, 0.18]),
      byPhone('live photo', shot('reef', 'Wind over the reef', '2024-05-22T09:26:35', 'day', [0.78, 0.14])),
      byPhone('video', shot('sundown', 'The sun goes down', '2024-05-22T17:22:08', 'sunset', [0.26, 0.4])),
    ],
  },
  {
    ...{ folder: 'serengeti', latitude: -2.3333, longitude: 34.8333, offset: '+03:00' },
    ...{ tags: ['wildlife'], camera: canon, scene: savanna },
    shots: [
      shot('dawn', 'Before the heat', '2022-09-03T06:41:12', 'dawn', [0.3, 0.56]),
      shot('umbrella-thorn', 'An umbrella thorn', '2022-09-03T16:55:34', 'golden', [0.74, 0.3], 'portrait6'),
      shot('plain', 'The plain, all around', '2022-09-03T17:50:02', 'golden', [0.3, 0.36], 'panorama'),
      shot('sunset', 'Acacias against the sun', '2022-09-03T18:33:48', 'sunset', [0.4, 0.6]),
    ],
  },
]

export const placesOfBen: Place[] = [
  {
    ...{ folder: 'monument-valley', latitude: 36.998, longitude: -110.0985, offset: '-06:00' },
    ...{ tags: [], camera: nikon, scene: mesas },
    shots: [
      shot('mittens', 'The Mittens', '2023-05-27T09:57:43', 'day', [0.4, 0.12]),
      shot('merrick-butte', 'Merrick Butte', '2023-05-27T18:46:20', 'golden', [0.4, 0.34], 'portrait8'),
      shot('sunset', 'The last light', '2023-05-27T20:21:05', 'sunset', [0.38, 0.56]),
      shot('stars', 'More stars than at home', '2023-05-27T23:08:31', 'night', [0.62, 0.14]),
    ],
  },
]

function shot(
  name: string,
  description: string,
  takenAt: string,
  hour: Hour,
  sun: [number, number],
  shape: Shape = 'landscape',
  scene?: Scene,
): Shot {
  return { name, description, takenAt, hour, sun, shape, medium: 'photo', ...(scene && { scene }) }
}

function byPhone(medium: Medium, taken: Shot): Shot {
  return { ...taken, medium, camera: iphone }
}
