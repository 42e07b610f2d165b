import type { NextFunction, Request, Response } from 'express'

/** The paths that Immich 1.90 used, and what they are called now. */
const names: [method: string, older: RegExp, path: string][] = [
  ['GET', /^\/api\/asset\/assetById\//, '/api/asset/'],
  ['POST', /^\/api\/asset\/download\//, '/api/download/asset/'],
  ['POST', /^\/api\/asset\/restore(?=$|\?)/, '/api/trash/restore/assets'],
  ['POST', /^\/api\/asset\/trash\/(?=(empty|restore)($|\?))/, '/api/trash/'],
]

/** Serves the requests of programs written for those versions. */
export function readOlderPaths(request: Request, _response: Response, next: NextFunction): void {
  for (const [method, older, path] of names)
    if (request.method === method) request.url = request.url.replace(older, path)
  next()
}
