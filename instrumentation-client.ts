import { watchPopstate } from '@/components/platform/unsaved-changes/popstate';
import { configureLibrariesForCsp } from '@/lib/platform/csp-client';

configureLibrariesForCsp();
watchPopstate();
