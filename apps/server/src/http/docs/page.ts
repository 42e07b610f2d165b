import { problems } from '@media-library/contract'
import { Router } from 'express'
import { ProblemError } from '../../errors.js'

/** Serves a page for each problem, at the address of the problem's `type`. */
export const problemPages: Router = Router({ caseSensitive: true, strict: true }).get(
  '/problems/:code',
  (request, response) => {
    const known = Object.entries(problems).find(([name]) => name === request.params.code)
    if (!known) throw new ProblemError('not_found', `There is nothing at ${request.path}.`)
    const [name, { status, title, remedy }] = known
    response.type('html').send(page(title, `<p><code>${status} ${name}</code></p>\n<p>${code(remedy)}</p>`))
  },
)

function code(text: string) {
  return text.replaceAll(/`([^`]*)`/g, '<code>$1</code>')
}

function page(title: string, body: string) {
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
