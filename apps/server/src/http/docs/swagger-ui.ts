import { contract } from '@media-library/contract'

/** The operations that the page shows first, under a heading of their own. */
const five = JSON.stringify(Object.keys(contract))

/** The script of the page about the API. */
export const script = `const five = ${five}
const HEADING = 'The five operations'

/** Puts the five operations first. The served description keeps them beside the others of their noun. */
function listFiveFirst(description) {
  const paths = structuredClone(description.paths)
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    if (five.includes(operation.operationId)) operation.tags = [HEADING]
  }
  return { ...description, paths, tags: [{ name: HEADING }, ...description.tags] }
}

const readable = ({ React: { createElement, useState } }) => ({
  statePlugins: {
    spec: {
      wrapActions: { updateJsonSpec: (update) => (description) => update(listFiveFirst(description)) },
    },
  },
  components: {
    // A link within a button is a control within a control.
    DeepLink: ({ text }) => createElement('span', null, text),
  },
  wrapComponents: {
    // Every operation may be refused in a dozen ways: each is shown when somebody asks for it.
    response: (Response) => (props) => {
      const [isOpen, open] = useState(false)
      const { code, response } = props
      if (isOpen || !(Number(code) >= 400)) return createElement(Response, props)
      const button = { type: 'button', className: 'collapsed', 'aria-expanded': false, onClick: () => open(true) }
      return createElement(
        'tr',
        { className: 'response', 'data-code': code },
        createElement('td', { className: 'response-col_status' }, code),
        createElement('td', { colSpan: 2 }, createElement('button', button, response.get('description'))),
      )
    },
  },
})

/** Adds the names, and the ways to reach controls by keyboard, that Swagger UI lacks. */
function completeControls() {
  for (const select of document.querySelectorAll('#servers')) select.ariaLabel = 'Server'
  for (const body of document.querySelectorAll('textarea.body-param__text')) body.ariaLabel = 'Request body'
  for (const example of document.querySelectorAll('.example')) example.tabIndex = 0
}

new MutationObserver(completeControls).observe(document.getElementById('docs'), { childList: true, subtree: true })

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#docs',
  validatorUrl: null,
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  plugins: [readable],
})
`

/** Stacks the cells of tables on a phone, and lets code scroll within its box. */
const narrow = `@media (max-width: 640px) {
  .swagger-ui { overflow-x: clip }
  .swagger-ui table, .swagger-ui tbody, .swagger-ui tr, .swagger-ui td { display: block; min-width: 0 }
  .swagger-ui thead { display: none }
  .swagger-ui td, .swagger-ui table tbody tr td:first-of-type { padding: .25rem 0; max-width: none; width: auto }
  .swagger-ui .wrapper, .swagger-ui .opblock-section-header { padding: .5rem }
  .swagger-ui .opblock-summary, .swagger-ui .opblock-tag { flex-wrap: wrap }
  .swagger-ui .opblock-summary-path { max-width: none; overflow-wrap: anywhere }
  .swagger-ui input, .swagger-ui select, .swagger-ui textarea { box-sizing: border-box; max-width: 100% }
  .swagger-ui .parameters-col_description input { width: 100% }
  .swagger-ui pre { overflow-x: auto }
}
`

/** Swagger UI's own colors are too pale to read for many people (WCAG 2.2, 1.4.3). */
const contrast = `.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1a5fa8 }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1b7040 }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a5200 }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b6b60 }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b01919 }
.swagger-ui .opblock.opblock-deprecated { opacity: 1 }
.swagger-ui .opblock.opblock-deprecated .opblock-summary-method { background: #5b5b5b }
.swagger-ui .btn.authorize { color: #1b7040; border-color: #1b7040 }
.swagger-ui .btn.authorize svg { fill: #1b7040 }
.swagger-ui .btn.cancel { color: #b01919; border-color: #b01919 }
.swagger-ui .btn.execute { background: #1a5fa8; border-color: #1a5fa8 }
.swagger-ui .info .title small pre { background: #4a4f59 }
.swagger-ui .info .title small.version-stamp { background: #4d6b00 }
.swagger-ui a.link, .swagger-ui .info a, .swagger-ui .markdown a { color: #1a5fa8 }
.swagger-ui .parameter__in, .swagger-ui .parameter__type, .swagger-ui .prop-format { color: #555 }
.swagger-ui .example span[style*='211, 99, 99'] { color: #ffa0a0 !important }
.swagger-ui .parameter__name.required::after, .swagger-ui .parameter__name.required span { color: #b01919 }
`

/** The style of the page about the API, beside Swagger UI's own. */
export const style = `body { margin: 0 }
.swagger-ui .collapsed { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer }
.swagger-ui .collapsed::before { content: '▸ ' }
${contrast}${narrow}`
