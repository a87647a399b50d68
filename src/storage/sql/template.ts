import { placeholders } from '../../schema/event/template.ts'

/** Certainty of a template, as in filter/templates: the SQL of the column `told`. */
export const templateCertaintySql = `multiIf(template = '' OR NOT isValidASCII(template), 0, position(template, '${placeholders.mixed}') > 0, 1, 2)`
