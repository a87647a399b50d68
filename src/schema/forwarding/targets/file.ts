import { type Static, Type } from 'typebox'
import { chosenFields } from './members.ts'

export const fileFormats = ['json', 'tsv'] as const
const fileCompressions = ['none', 'gzip', 'zstd'] as const

/** The default of `fields` for the format tsv. */
export const defaultFields = [
  'first_occurrence',
  'host',
  'program',
  'severity',
  'counter',
  'message',
] as const

/** A file on the machine of the service, in the folder `forwarded` of its data folder. */
export const FileTarget = Type.Object(
  {
    name: Type.String({
      title: 'Name of the file',
      description: 'In the folder `forwarded` of the data folder',
      pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]*$',
      maxLength: 100,
    }),
    format: Type.Optional(
      Type.Enum([...fileFormats], {
        title: 'Format',
        description: 'json (default): a JSON object a line; tsv: fields separated by tabs',
      }),
    ),
    fields: chosenFields(
      `Of a line, in JSON besides \`id\` and \`forwarded_by\`. Default: all for json, ${defaultFields.join(', ')} for tsv`,
    ),
    rotate_seconds: Type.Optional(
      Type.Integer({
        title: 'Rotate after',
        description: 'Seconds. Default: 86400',
        minimum: 60,
        maximum: 31_622_400,
      }),
    ),
    rotate_mb: Type.Optional(
      Type.Integer({
        title: 'Rotate at',
        description: 'Megabytes. Default: 100',
        minimum: 1,
        maximum: 100_000,
      }),
    ),
    keep_files: Type.Optional(
      Type.Integer({ title: 'Rotated files kept', description: 'Default: 30', minimum: 1, maximum: 10_000 }),
    ),
    compression: Type.Optional(
      Type.Enum([...fileCompressions], {
        title: 'Compression',
        description: 'Of rotated files. Default: gzip',
      }),
    ),
  },
  { $id: 'FileTarget', additionalProperties: false },
)
export type FileTarget = Static<typeof FileTarget>
