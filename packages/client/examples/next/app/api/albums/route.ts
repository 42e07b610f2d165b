import { createClient, isProblem } from '@media-library/client'

/** Makes an album with a key that only the server knows. */
export async function POST(request: Request): Promise<Response> {
  const { MEDIA_LIBRARY_URL = 'http://127.0.0.1:2283', MEDIA_LIBRARY_KEY } = process.env
  const client = createClient({ baseUrl: MEDIA_LIBRARY_URL, apiKey: MEDIA_LIBRARY_KEY })
  try {
    const { albumName } = await request.json()
    return Response.json(await client.createAlbum({ albumName }), { status: 201 })
  } catch (error) {
    if (isProblem(error)) return Response.json(error.problem, { status: error.problem.status })
    throw error
  }
}
