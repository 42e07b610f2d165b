import type { Exif } from 'sharp'
import { exposures } from './cameras.js'
import { between, seeded } from './drawing/random.js'
import type { Place, Shot } from './places.js'

/** What a camera would write into a shot, for sharp. Each shot is taken a few steps from the next. */
export function exifOf({ folder, latitude, longitude, offset, ...place }: Place, shot: Shot): Exif {
  const camera = shot.camera ?? place.camera
  const random = seeded(`${folder}/${shot.name}/steps`)
  const [north, east] = [latitude + between(random, -0.0008, 0.0008), longitude + between(random, -0.0008, 0.0008)]
  const wallClock = shot.takenAt.replaceAll('-', ':').replace('T', ' ')
  const { time, iso } = exposures[shot.hour]
  return {
    IFD0: {
      ImageDescription: shot.description,
      Make: camera.make,
      Model: camera.model,
      DateTime: wallClock,
    },
    IFD2: {
      DateTimeOriginal: wallClock,
      OffsetTime: offset,
      OffsetTimeOriginal: offset,
      LensModel: camera.lensModel,
      FocalLength: ratio(camera.focalLength),
      FNumber: ratio(camera.fNumber),
      ExposureTime: time,
      ISOSpeedRatings: String(iso),
    },
    IFD3: {
      GPSLatitudeRef: north < 0 ? 'S' : 'N',
      GPSLatitude: angle(north),
      GPSLongitudeRef: east < 0 ? 'W' : 'E',
      GPSLongitude: angle(east),
    },
  }
}

/** The XMP packet by which viewers know a view all around. */
export function panoramaXmp({ width, height }: { width: number; height: number }): string {
  const fields = {
    ProjectionType: 'equirectangular',
    UsePanoramaViewer: 'True',
    FullPanoWidthPixels: width,
    FullPanoHeightPixels: height,
    CroppedAreaImageWidthPixels: width,
    CroppedAreaImageHeightPixels: height,
    CroppedAreaLeftPixels: 0,
    CroppedAreaTopPixels: 0,
  }
  return [
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"',
    ...Object.entries(fields).map(([name, value]) => ` GPano:${name}="${value}"`),
    '/></rdf:RDF></x:xmpmeta>',
  ].join('')
}

function ratio(value: number) {
  return `${Math.round(value * 100)}/100`
}

/** Degrees, minutes and seconds, as EXIF writes an angle. */
function angle(degrees: number) {
  const seconds = Math.round(Math.abs(degrees) * 3600 * 100)
  return `${Math.floor(seconds / 360_000)}/1 ${Math.floor(seconds / 6_000) % 60}/1 ${seconds % 6_000}/100`
}
