import { createClient } from '@media-library/client/ts-rest'
import { contract } from '@media-library/contract'

export const path: '/api/album' = contract.createAlbum.path

export async function readName(apiKey: string): Promise<string> {
  const answer = await createClient({ baseUrl: 'http://127.0.0.1:2283', apiKey }).createAlbum({
    body: { albumName: '' },
  })
  return answer.status === 201 ? answer.body.albumName : answer.body.code
}
