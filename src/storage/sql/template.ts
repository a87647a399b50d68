import { placeholders } from '../../schema/event/template.ts'

/**
 * SQL of how certain a template is, for the column `told`: 0, 1 or 2. Equals
 * `templateCertainty` of filter/templates, which explains the numbers.
 */
export const templateCertaintySql = `multiIf(template = '' OR NOT isValidASCII(template), 0, position(template, '${placeholders.mixed}') > 0, 1, 2)`
