import { placeholders } from '../../schema/template.ts'

/** How much a template tells of its messages: the value of the column `told`, which older tables have too. Nothing reads it any longer. */
export const templateCertaintySql = `multiIf(template = '' OR NOT isValidASCII(template), 0, position(template, '${placeholders.mixed}') > 0, 1, 2)`
