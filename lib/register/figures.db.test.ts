import { expect, test } from 'vitest';
import { ADMIN_ROLES } from '@/db/schema/enums';
import { GET } from '@/app/api/admin/academic-sessions/[session]/students/route';
import { makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';

useTestDatabase();

test.each(ADMIN_ROLES)('the figures of students are read by every role: %s', async (role) => {
  const { session } = await makeCourse();
  const { token } = await makeAdmin({ role });
  const request = new Request(`https://seats.test/api/admin/academic-sessions/${session}/students`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect((await GET(request, { params: Promise.resolve({ session }) })).status).toBe(200);
});
