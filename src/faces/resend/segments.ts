/**
 * Resend's calls on segments, which were called audiences before: static ones of ours, into which
 * contacts are put. Ours with a filter are listed, too.
 */
import type {
  CreateSegmentResponseSuccess,
  GetSegmentResponseSuccess,
  RemoveSegmentResponseSuccess,
  Segment,
  UpdateSegmentResponseSuccess,
} from 'resend'
import { type Static, Type } from 'typebox'
import type { Answer, Route } from '#kernel/routes/route.ts'
import type { segmentShape } from '#marketing/segments/segment.ts'
import {
  fieldsOf,
  listed,
  pageAsked,
  type Theirs,
  theirPage,
  theirRoute,
  through,
} from './adapter.ts'
import { shownContact } from './shown-contact.ts'

interface SegmentWords {
  /** Of the path and of the routes' names. */
  readonly plural: string
  readonly object: string
}

type OurSegment = Static<typeof segmentShape>
interface OurDeletion {
  readonly id: string
  readonly deleted: true
}
/** Audiences are segments by their former name. */
type AsEither<Told> = Omit<Told, 'object'> & { readonly object: string }

export const segmentRoutes: readonly Route[] = [
  ...routesOf({ plural: 'segments', object: 'segment' }),
  ...routesOf({ plural: 'audiences', object: 'audience' }),
  theirRoute({
    method: 'PATCH',
    path: '/segments/{id}',
    name: 'segments.update',
    scope: 'admin',
    summary: 'Rename a segment',
    takesBody: true,
    handle: call =>
      through(
        'segments.update',
        call,
        { params: call.params, body: fieldsOf(call.body) },
        ({ id }: OurSegment): UpdateSegmentResponseSuccess => ({ object: 'segment', id }),
      ),
  }),
  theirRoute({
    method: 'GET',
    path: '/segments/{id}/contacts',
    name: 'segments.contacts',
    scope: 'read',
    summary: 'List the contacts of a segment',
    query: Type.Object(theirPage),
    handle: contactsOf,
  }),
]

function routesOf({ plural, object }: SegmentWords): Route[] {
  return [
    theirRoute({
      method: 'POST',
      path: `/${plural}`,
      name: `${plural}.create`,
      scope: 'admin',
      status: 201,
      summary: 'Create a segment',
      takesBody: true,
      handle: call =>
        through(
          'segments.create',
          call,
          { body: { ...fieldsOf(call.body), kind: 'static' } },
          ({ id, name }: OurSegment): AsEither<CreateSegmentResponseSuccess> => ({
            object,
            id,
            name,
          }),
        ),
    }),
    theirRoute({
      method: 'GET',
      path: `/${plural}`,
      name: `${plural}.list`,
      scope: 'read',
      summary: 'List segments',
      query: Type.Object(theirPage),
      handle: call =>
        through('segments.list', call, { query: pageAsked(call.query) }, listed(shownSegment)),
    }),
    theirRoute({
      method: 'GET',
      path: `/${plural}/{id}`,
      name: `${plural}.get`,
      scope: 'read',
      summary: 'Read one segment',
      handle: call =>
        through(
          'segments.get',
          call,
          { params: call.params },
          (one: OurSegment): AsEither<GetSegmentResponseSuccess> => ({
            object,
            ...shownSegment(one),
          }),
        ),
    }),
    theirRoute({
      method: 'DELETE',
      path: `/${plural}/{id}`,
      name: `${plural}.remove`,
      scope: 'admin',
      summary: 'Delete a segment; its contacts stay',
      handle: call =>
        through(
          'segments.delete',
          call,
          { params: call.params },
          (gone: OurDeletion): AsEither<RemoveSegmentResponseSuccess> => ({ object, ...gone }),
        ),
    }),
  ]
}

const shownSegment = ({ id, name, created_at }: OurSegment): Segment => ({ id, name, created_at })

export function contactsOf(call: Theirs): Promise<Answer> {
  const asking = { params: call.params, query: pageAsked(call.query) }
  return through('segments.contacts', call, asking, listed(shownContact))
}
