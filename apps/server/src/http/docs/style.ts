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
