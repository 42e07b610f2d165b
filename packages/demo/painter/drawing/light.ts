/** What an hour of the day does to a scene; colours are `#rrggbb`. */
export interface Light {
  /** From the zenith to the horizon. */
  sky: [string, string, string, string]
  sun: { color: string; glow: string; size: number }
  /** What surfaces are multiplied by. */
  ambient: string
  /** What distance fades to. */
  haze: string
  cloud: string
  /** 0 to 1: how many stars and lamps are to be seen. */
  darkness: number
}

export type Hour = 'dawn' | 'day' | 'golden' | 'sunset' | 'dusk' | 'night'

export const lights: Record<Hour, Light> = {
  dawn: {
    sky: ['#44598a', '#8c93b8', '#eebfae', '#fff0cf'],
    sun: { color: '#fff6dc', glow: '#ffd9a6', size: 34 },
    ambient: '#d0b4b6',
    haze: '#efccbd',
    cloud: '#f7d3c6',
    darkness: 0,
  },
  day: {
    sky: ['#2566b4', '#4f95d8', '#9ccbef', '#e2f1f7'],
    sun: { color: '#fffdf2', glow: '#ffffff', size: 30 },
    ambient: '#ffffff',
    haze: '#c6dff0',
    cloud: '#ffffff',
    darkness: 0,
  },
  golden: {
    sky: ['#4a7db4', '#96b5c6', '#f4d29c', '#fff0bf'],
    sun: { color: '#fffbe0', glow: '#ffdf8f', size: 36 },
    ambient: '#ffdcae',
    haze: '#f6d5a3',
    cloud: '#ffe9c7',
    darkness: 0,
  },
  sunset: {
    sky: ['#2b2a63', '#83437f', '#ea6a5b', '#ffc069'],
    sun: { color: '#fff2c4', glow: '#ff9a52', size: 46 },
    ambient: '#a06a76',
    haze: '#e58462',
    cloud: '#f58f7c',
    darkness: 0.1,
  },
  dusk: {
    sky: ['#0f1d47', '#2a4787', '#7d74b0', '#f2b596'],
    sun: { color: '#f6f1e4', glow: '#9fb1de', size: 26 },
    ambient: '#59628f',
    haze: '#8482b2',
    cloud: '#a78bb4',
    darkness: 0.55,
  },
  night: {
    sky: ['#050b22', '#0d1d48', '#1d3c70', '#4a6f9c'],
    sun: { color: '#f4f2e6', glow: '#9db6ea', size: 28 },
    ambient: '#44557f',
    haze: '#3a5888',
    cloud: '#3c5488',
    darkness: 1,
  },
}
