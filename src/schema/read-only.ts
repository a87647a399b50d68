import { Type } from 'typebox'

/** A member of an object that a body may repeat: an object can be sent back as it was read. */
export const readOnly = Type.Optional(
  Type.Unknown({
    readOnly: true,
    description: 'Ignored, so that the object can be sent back as it was read',
  }),
)
