import type { PropertyMember } from '../expression.js';
import type { Site } from '../program.js';
import type { Member, Members } from './member-list.js';

/** Why an instance may have members besides those that are read, or a date another form. */
export const FIELDS_WRITTEN = 'its serializer writes fields without a getter, and dates in a form of its own';

export const fieldsWritten = (members: Members | undefined): Members | undefined =>
  members && { ...members, open: members.open ?? FIELDS_WRITTEN };

/** What a serializer's annotations change in a member, at the place of its class. */
export function serializedAs(
  serialized: NonNullable<PropertyMember['serialized']>,
  site: Site,
): NonNullable<Member['serialized']> {
  const { value, becomes, ...rest } = serialized;
  return {
    ...rest,
    ...(value !== undefined && { value: { expression: value, site } }),
    ...(becomes !== undefined && { becomes: { expression: becomes, site } }),
  };
}
