import { contract } from '@media-library/contract'

/** What the page shows first, under a heading of its own. */
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

/** What Swagger UI leaves without a name, or without a way to reach it by keyboard. */
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
