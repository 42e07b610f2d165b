const { MEDIA_LIBRARY_URL = 'http://127.0.0.1:2283' } = process.env
const proxy = { '/api': MEDIA_LIBRARY_URL }

/** The page has the service's own origin, so that the browser sends the cookie of the session. */
export default { server: { proxy }, preview: { proxy } }
