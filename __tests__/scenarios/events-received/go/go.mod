module example.com/parcels
