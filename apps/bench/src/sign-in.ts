/** How the provider of the bench knows the service, and where users come back to. */
export const CLIENT_ID = 'bench'
export const REDIRECT_URI = 'https://photos.example.org/signed-in'
