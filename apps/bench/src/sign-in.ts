/** The id of the service at the provider of the bench, and the address to which users are redirected. */
export const CLIENT_ID = 'bench'
export const REDIRECT_URI = 'https://photos.example.org/signed-in'
