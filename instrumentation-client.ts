import { watchPopstate } from '@/components/unsaved-changes/popstate';
import { configureLibrariesForCsp } from '@/lib/core/csp-client';

configureLibrariesForCsp();
watchPopstate();
