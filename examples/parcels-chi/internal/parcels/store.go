package parcels

// Store keeps parcels in memory.
type Store struct {
	parcels map[string]*Parcel
	events  map[string][]Event
}

func NewStore() *Store {
	return &Store{parcels: map[string]*Parcel{}, events: map[string][]Event{}}
}

func (s *Store) All() []*Parcel {
	all := make([]*Parcel, 0, len(s.parcels))
	for _, parcel := range s.parcels {
		all = append(all, parcel)
	}
	return all
}

func (s *Store) Find(id string) (*Parcel, bool) {
	parcel, ok := s.parcels[id]
	return parcel, ok
}

func (s *Store) Add(parcel *Parcel) { s.parcels[parcel.ID] = parcel }

func (s *Store) Events(id string) []Event { return s.events[id] }

func (s *Store) Remove(id string) { delete(s.parcels, id) }
