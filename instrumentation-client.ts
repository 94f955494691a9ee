import { watchTraversals } from '@/components/guard/traversals';
import { configureLibrariesForCsp } from '@/lib/core/csp-client';

configureLibrariesForCsp();
watchTraversals();
