import { type Static, Type } from 'typebox'
import { maxNameLength } from '../name-length.ts'
import { lineText, nullable, UnixSeconds } from '../shapes.ts'
import { maxTemplateLength } from './field-link.ts'

/** Maximum links of all fields together. */
export const maxFieldLinks = 100

/** A link that the page offers at the values of a field, to a page of another program. */
export const FieldLink = Type.Object(
  {
    field: lineText({
      title: 'Field',
      description: 'A field or tag, such as trace_id',
      minLength: 1,
      maxLength: maxNameLength,
    }),
    label: lineText({
      title: 'Label',
      description: 'The text of the link, such as Open trace',
      minLength: 1,
      maxLength: 60,
    }),
    url: lineText({
      title: 'Address',
      description:
        'http or https, with {value} where the encoded value belongs: in the path, the query or the fragment',
      minLength: 1,
      maxLength: maxTemplateLength,
    }),
  },
  { $id: 'FieldLink', additionalProperties: false },
)
export type FieldLink = Static<typeof FieldLink>

const link = Type.Unsafe<FieldLink>({ $ref: 'FieldLink#' })

/** What the pages of all users show beside the events. */
export const PageSettings = Type.Object(
  {
    field_links: Type.Array(link, { description: 'Links at the values of fields, in the order shown' }),
    deploy_tag: nullable(Type.String(), {
      description: 'Events with this tag are marked in the histogram as deployments; null: not marked',
    }),
    changed_at: nullable(UnixSeconds, { description: 'null: never changed' }),
    changed_by: nullable(Type.String(), { description: 'Username at that time' }),
  },
  { $id: 'PageSettings', description: 'Settings of the page for all users' },
)
export type PageSettings = Static<typeof PageSettings>

/** Body that changes settings of the page; absent members stay. */
export const PageSettingsPatch = Type.Object(
  {
    field_links: Type.Optional(
      Type.Array(link, {
        title: 'Links of fields',
        description: 'The complete list',
        maxItems: maxFieldLinks,
      }),
    ),
    deploy_tag: Type.Optional(
      nullable(lineText({ minLength: 1, maxLength: maxNameLength }), {
        title: 'Tag of deployments',
        description: 'null: deployments are not marked',
      }),
    ),
  },
  { $id: 'PageSettingsPatch', additionalProperties: false },
)
export type PageSettingsPatch = Static<typeof PageSettingsPatch>
