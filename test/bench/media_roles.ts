import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEDIA_ROLES } from '../../pipelines/domain/media.ts';
import { pictureRole } from '../../pipelines/domain/picture/role.ts';
import { readPicture } from '../../pipelines/media/picture.ts';

/**
 * How often the role of a picture is told right: `MEDIA_ROLES_DATA` is a folder with a folder of pictures for each role.
 * Prints the confusion table, and how well primary pictures are told from the rest.
 */
export async function benchMediaRoles(folder: string): Promise<void> {
  if (folder === '') {
    console.log('Roles of pictures: skipped, MEDIA_ROLES_DATA names no folder');
    return;
  }
  const roles = MEDIA_ROLES.filter((role) => role !== 'video');
  console.log(`\nRoles of the pictures in ${folder}, as told (columns) of what they are (rows)`);
  console.log(['', ...roles].map((name) => name.padStart(12)).join(''));
  const primary = { right: 0, told: 0, are: 0 };
  let of = 0;
  let same = 0;
  for (const role of roles) {
    const counts = new Map<string, number>();
    for (const name of readdirSync(join(folder, role))) {
      const { measures } = await readPicture(readFileSync(join(folder, role, name)), { pixels: 40_000_000 });
      const told = pictureRole(measures);
      counts.set(told, (counts.get(told) ?? 0) + 1);
      of++;
      if ((told === 'primary') === (role === 'primary')) same++;
      if (told === 'primary') primary.told++;
      if (role === 'primary') primary.are++;
      if (told === 'primary' && role === 'primary') primary.right++;
    }
    console.log(
      [role, ...roles.map((told) => counts.get(told) ?? 0)].map((cell) => String(cell).padStart(12)).join(''),
    );
  }
  const share = (part: number, whole: number) => (part / whole).toFixed(3);
  console.log(
    `primary against the rest: ${share(same, of)} right of ${of}; precision ${share(primary.right, primary.told)}, recall ${share(primary.right, primary.are)}`,
  );
}
