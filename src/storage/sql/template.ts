import { placeholders } from '../../schema/event/template.ts'

/**
 * SQL of the column `told`: 0, 1 or 2, how much the template of a row decides for its message. Equals
 * `templateCertainty` of filter/templates, which explains the numbers.
 */
export const templateCertaintySql = `multiIf(template = '' OR NOT isValidASCII(template), 0, position(template, '${placeholders.mixed}') > 0, 1, 2)`
