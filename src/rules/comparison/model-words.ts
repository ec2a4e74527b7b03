import type { Difference } from './comparison.js';

/** Describes a difference between a definition and the shared model, in a sentence. */
export function modelMessage({ path, problem, weight, expected, actual }: Difference): string {
  const field = path === '' ? 'The model' : path;
  switch (problem) {
    case 'missing':
      return actual.endsWith(' on the wire')
        ? `${field} is in the shared model, but this definition sends it as ${actual.replace(/ on the wire$/, '')}.`
        : `${field} is in the shared model, but this definition does not have it.`;
    case 'extra':
      return weight === 'broken'
        ? `${field} is in this definition, but the shared model allows no other fields.`
        : `${field} is in this definition, but the shared model does not mention it.`;
    case 'optionality':
      return weight === 'weak'
        ? `${field} is optional in the shared model, but this definition requires it.`
        : `${field} is required in the shared model, but this definition may leave it out.`;
    case 'nullability':
      return weight === 'weak'
        ? `${field} may be null in the shared model, but this definition does not expect null.`
        : `${field} may be null in this definition, but the shared model does not allow null.`;
    case 'enum':
      return weight === 'weak'
        ? `${field} may be ${expected} in the shared model, but this definition has only ${actual}.`
        : `${field} may be ${actual} in this definition, but the shared model allows only ${expected}.`;
    case 'case':
      return `${field} is called ${actual} on the wire in this definition, but ${expected} in the shared model.`;
    default:
      return `${field} is ${expected === '{}' ? 'an object' : expected} in the shared model, but ${actual} in this definition.`;
  }
}
