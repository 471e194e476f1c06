import { onlyParts } from '../profile/part-fields.ts';
import type { Kind } from '../schema/kinds.ts';
import { parseInputs, sectionField } from './inputs.ts';
import type { Operation } from './operation.ts';

/** Parts of one record at its own address, `/v1/<kind>/<slug>?section=…`; whole, it is a file of the build. */
export const partsOfRecord = ({ kind, slug }: { kind: Kind; slug: string }): Pick<Operation, 'answer'> => ({
  async answer(raw, { data }) {
    const { section } = parseInputs({ section: sectionField }, raw, 'invalid_parameter');
    const profile = await data.profile(kind, slug);
    return section.length > 0 ? { ...profile, data: onlyParts(profile.data, section) } : profile;
  },
});
