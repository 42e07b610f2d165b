import type { Hour } from './drawing/light.js'

/** A camera with its lens; `focalLength` in millimetres. */
export interface Camera {
  make: string
  model: string
  lensModel: string
  focalLength: number
  fNumber: number
}

export const canon: Camera = {
  make: 'Canon',
  model: 'Canon EOS R6',
  lensModel: 'RF24-105mm F4 L IS USM',
  focalLength: 35,
  fNumber: 8,
}
export const nikon: Camera = {
  make: 'NIKON CORPORATION',
  model: 'NIKON Z 6_2',
  lensModel: 'NIKKOR Z 24-70mm f/4 S',
  focalLength: 50,
  fNumber: 5.6,
}
export const sony: Camera = {
  make: 'SONY',
  model: 'ILCE-7M4',
  lensModel: 'FE 20mm F1.8 G',
  focalLength: 20,
  fNumber: 2.8,
}
export const pixel: Camera = {
  make: 'Google',
  model: 'Pixel 7',
  lensModel: 'Pixel 7 back camera 6.81mm f/1.85',
  focalLength: 6.81,
  fNumber: 1.85,
}
export const iphone: Camera = {
  make: 'Apple',
  model: 'iPhone 14',
  lensModel: 'iPhone 14 back dual wide camera 5.7mm f/1.5',
  focalLength: 5.7,
  fNumber: 1.5,
}

/** What a photographer would set at an hour; `time` in seconds, as a fraction. */
export const exposures: Record<Hour, { time: string; iso: number }> = {
  dawn: { time: '1/60', iso: 200 },
  day: { time: '1/500', iso: 100 },
  golden: { time: '1/250', iso: 100 },
  sunset: { time: '1/125', iso: 200 },
  dusk: { time: '1/15', iso: 800 },
  night: { time: '4/1', iso: 1600 },
}
