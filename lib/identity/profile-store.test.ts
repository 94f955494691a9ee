import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Profile } from './schema';

const PROFILE: Profile = {
  id: '00000000-0000-4000-8000-00000000000a',
  full_name: 'Radhika Deshmukh',
  designation: 'Head',
  email: 'a@narmada.example',
  phone_number: '98260 12345',
  company_name: 'Narmada Motors',
  adopted_students: 46,
};
const { id, adopted_students: _, ...FIELDS } = PROFILE;

const fetch = vi.fn<typeof globalThis.fetch>();

async function openStore() {
  vi.resetModules();
  const { useSession } = await import('./store');
  useSession.setState({ isLoggedIn: true, userId: id, user: { ...FIELDS, id } });
  return (await import('./profile-store')).useProfileStore;
}

beforeEach(() => {
  fetch.mockReset();
  vi.stubGlobal('fetch', fetch);
});
afterEach(() => vi.unstubAllGlobals());

const answers = (...responses: Response[]) => responses.forEach((response) => fetch.mockResolvedValueOnce(response));
const calls = () => fetch.mock.calls.map(([url, init]) => `${init!.method} ${String(url)}`);

describe('profile store', () => {
  test('R-STATE-10 the profile is loading, then loaded', async () => {
    const store = await openStore();
    answers(Response.json(PROFILE));
    const loading = store.getState().load();
    expect(store.getState()).toMatchObject({ status: 'loading', profile: null });
    await loading;
    expect(store.getState()).toMatchObject({ status: 'loaded', profile: PROFILE });
    expect(calls()).toEqual([`GET /api/user/profile/${id}`]);
  });

  test('R-DASH-03 a profile without a number of seats has 0', async () => {
    const store = await openStore();
    answers(Response.json({ ...FIELDS, id }));
    await store.getState().load();
    expect(store.getState().profile).toEqual({ ...PROFILE, adopted_students: 0 });
  });

  test.each([
    ['the server message', Response.json({ message: 'Not today' }, { status: 503 }), 'Not today'],
    ['the fallback', new Response('', { status: 500 }), 'Failed to fetch profile'],
    ['the fallback for an answer of another shape', Response.json({ id }), 'Failed to fetch profile'],
  ])('R-STATE-10 R-PROF-09 loading fails with %s', async (_, response, message) => {
    const store = await openStore();
    answers(response);
    await store.getState().load();
    expect(store.getState()).toMatchObject({ status: 'error', profile: null, message });
  });

  test('R-API-19 R-PROF-08 an update results in success and the profile is fetched again', async () => {
    const store = await openStore();
    const changed = { ...PROFILE, designation: 'Chief' };
    answers(Response.json(changed), Response.json({ ...changed, adopted_students: 47 }));
    expect(await store.getState().update({ ...FIELDS, designation: 'Chief' })).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(store.getState().status).toBe('loaded'));
    expect(store.getState().profile).toMatchObject({ designation: 'Chief', adopted_students: 47 });
    expect(calls()).toEqual([`PUT /api/user/profile/update/${id}`, `GET /api/user/profile/${id}`]);
    expect(JSON.parse(String(fetch.mock.calls[0]![1]!.body))).toEqual({ ...FIELDS, designation: 'Chief' });
  });

  test.each([
    [
      'the server message',
      Response.json({ message: 'All fields are required' }, { status: 400 }),
      'All fields are required',
    ],
    ['the fallback', new Response('', { status: 500 }), 'Failed to update profile'],
  ])('R-API-19 R-PROF-10 a failed update returns %s and changes nothing', async (_, response, message) => {
    const store = await openStore();
    answers(Response.json(PROFILE), response);
    await store.getState().load();
    expect(await store.getState().update(FIELDS)).toMatchObject({ ok: false, message });
    expect(store.getState()).toMatchObject({ status: 'loaded', profile: PROFILE });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('a late response to an older request does not overwrite a newer one', async () => {
    const store = await openStore();
    let answerFirst: (response: Response) => void = () => undefined;
    fetch.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)));
    answers(Response.json({ ...PROFILE, full_name: 'New' }));
    const first = store.getState().load();
    await store.getState().load();
    answerFirst(Response.json({ ...PROFILE, full_name: 'Old' }));
    await first;
    expect(store.getState()).toMatchObject({ status: 'loaded', profile: { full_name: 'New' } });
  });
});
