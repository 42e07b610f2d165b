import type { Person } from '@media-library/client'
import { messages } from '../language/messages.js'
import type { Service } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'
import { offerUndo } from '../ui/notices/undo.js'

/** Takes a person off a picture that does not show them. */
export async function takeOff(service: Service, assetId: string, person: Person): Promise<void> {
  const { client, mutate, notify, queries } = service
  try {
    const faces = (await client.getFaces({ id: assetId })).filter((face) => face.person?.id === person.id)
    for (const { id } of faces) await mutate(queries.unassignFace(), id)
    offerUndo(service, messages.people.takenOff(person.name), async () => {
      for (const { id } of faces) await mutate(queries.reassignFace(person.id), { id })
    })
  } catch (error) {
    notify(<Failure error={error} />, { isFailure: true })
  }
}
