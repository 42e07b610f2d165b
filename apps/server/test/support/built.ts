/** A module of the built server, which a process of its own loads much faster than its source. */
export const built = <Module>(path: string): Promise<Module> =>
  import(new URL(`../../dist/${path}`, import.meta.url).href)
