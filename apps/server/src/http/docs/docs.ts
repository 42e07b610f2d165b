import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { problems } from '@media-library/contract'
import { type Response, Router } from 'express'
import { ProblemError } from '../../errors.js'
import { script, style } from './swagger-ui.js'

const { resolve } = createRequire(import.meta.url)

const files: Record<string, string | Buffer> = {
  'swagger-ui.css': fromSwaggerUi('swagger-ui.css'),
  'swagger-ui-bundle.js': fromSwaggerUi('swagger-ui-bundle.js'),
  'favicon.png': fromSwaggerUi('favicon-32x32.png'),
  'style.css': style,
  'start.js': script,
}

/** A part of the files' URLs, so that they can be cached forever. */
const release = toHash(...Object.values(files))

const docsPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Media library API</title>
<link rel="icon" href="docs/${release}/favicon.png">
<link rel="stylesheet" href="docs/${release}/swagger-ui.css">
<link rel="stylesheet" href="docs/${release}/style.css">
<main id="docs"></main>
<script src="docs/${release}/swagger-ui-bundle.js"></script>
<script src="docs/${release}/start.js"></script>
</html>
`

/** The page loads from this server only, and runs no inline script. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the description of the API at `/api/openapi.json`, and a page for trying it out at `/api/docs`. Neither needs a key.
 */
export const docs: Router = createDocs()

/**
 * Returns the path of a file of Swagger UI. The build copies the files that are served beside this one, because the rest of the package
 * has 11 MB.
 */
function fromSwaggerUi(name: string) {
  const isBuilt = import.meta.url.endsWith('.js')
  return readFileSync(isBuilt ? new URL(`swagger-ui/${name}`, import.meta.url) : resolve(`swagger-ui-dist/${name}`))
}

function toHash(...contents: (string | Buffer)[]) {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('base64url').slice(0, 22)
}

function createDocs(): Router {
  const openApi = describe()
  const pageTag = `"${toHash(docsPage)}"`
  return Router({ caseSensitive: true, strict: true })
    .get('/api/openapi.json', (_request, response) => {
      sendFresh(response, openApi.etag, 'json', openApi.text)
    })
    .get('/api/docs', (_request, response) => {
      response.setHeader('Content-Security-Policy', contentSecurityPolicy)
      sendFresh(response, pageTag, 'html', docsPage)
    })
    .get('/api/docs/', (_request, response) => response.redirect(301, '../docs'))
    .get(`/api/docs/${release}/:file`, ({ params }, response, next) => {
      const content = files[params.file]
      if (content === undefined) return next()
      response.set('Cache-Control', 'public, max-age=31536000, immutable').type(params.file).send(content)
    })
}

function describe() {
  // The contract ships it: making it takes a third of the time of a start.
  const text = readFileSync(resolve('@media-library/contract/openapi.json'), 'utf8')
  return { text, etag: `"${toHash(text)}"` }
}

/** Sends a text with an ETag. Express answers 304 when the client already has it. */
function sendFresh(response: Response, etag: string, type: string, text: string) {
  return response.set({ ETag: etag, 'Cache-Control': 'no-cache' }).type(type).send(text)
}

/** Serves a page for each problem, at the address of the problem's `type`. */
export const problemPages: Router = Router({ caseSensitive: true, strict: true }).get(
  '/problems/:code',
  (request, response) => {
    const known = Object.entries(problems).find(([name]) => name === request.params.code)
    if (!known) throw new ProblemError('not_found', `There is nothing at ${request.path}.`)
    const [name, { status, title, remedy }] = known
    response.type('html').send(toPage(title, `<p><code>${status} ${name}</code></p>\n<p>${code(remedy)}</p>`))
  },
)

function code(text: string) {
  return text.replaceAll(/`([^`]*)`/g, '<code>$1</code>')
}

function toPage(title: string, body: string) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>${title}</h1>
${body}
</html>
`
}
