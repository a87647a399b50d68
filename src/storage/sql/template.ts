import { placeholders } from '../../schema/event/template.ts'

/**
 * SQL of which searches a template decides for all of its messages, for the column `told`. 0: none. 1: words
 * without digits. 2: parts of words, too. Equals `templateCertainty` of filter/templates/template-text.ts.
 */
export const templateCertaintySql = `multiIf(template = '' OR NOT isValidASCII(template), 0, position(template, '${placeholders.mixed}') > 0, 1, 2)`
