const { MEDIA_LIBRARY_URL = 'http://127.0.0.1:2283' } = process.env

/** Pages call the service at their own origin; what this app answers itself comes first. */
export default {
  rewrites: async () => [{ source: '/api/:path*', destination: `${MEDIA_LIBRARY_URL}/api/:path*` }],
}
