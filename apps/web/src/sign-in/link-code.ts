/** The code of a link that signs in, out of the address and the history before anything else sees it; empty without one. */
export const linkCode = location.pathname === '/auth/link' ? location.hash.slice(1) : ''

if (linkCode !== '') history.replaceState(null, '', location.pathname)
